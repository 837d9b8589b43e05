# What client 12 has on the parking service, written by terraform-provider-parking export.

resource "parking_placa" "v_1234ABC" {
  placa            = "1234ABC"
  tipo_vehiculo_id = 1
}

resource "parking_vehiculo" "v_1234ABC" {
  cliente_id = 12
  placa      = parking_placa.v_1234ABC.placa
  nombre     = "Furgón 1"
}

resource "parking_placa" "v_AB12" {
  placa            = "AB-12"
  tipo_vehiculo_id = 2
  electrico        = true
  minusvalido      = true
}

resource "parking_vehiculo" "v_AB12" {
  cliente_id = 12
  placa      = parking_placa.v_AB12.placa
}

resource "parking_placa" "v__X_3" {
  placa            = "Ñ/\"$${x}\""
  tipo_vehiculo_id = 1
}

resource "parking_vehiculo" "v__X_3" {
  cliente_id = 12
  placa      = parking_placa.v__X_3.placa
  nombre     = "dos líneas $${x} %%{y}"
}

resource "parking_zona_favorita" "f_7" {
  cliente_id = 12
  zona_id    = 3
  celda_id   = 9
}

# Imports what client 12 has. Nothing needs this file once it was applied.

import {
  to = parking_placa.v_1234ABC
  id = "1234ABC"
}

import {
  to = parking_vehiculo.v_1234ABC
  id = "12/1234ABC"
}

import {
  to = parking_placa.v_AB12
  id = "AB-12"
}

import {
  to = parking_vehiculo.v_AB12
  id = "12/AB-12"
}

import {
  to = parking_placa.v__X_3
  id = "Ñ/\"$${x}\""
}

import {
  to = parking_vehiculo.v__X_3
  id = "12/Ñ/\"$${x}\""
}

import {
  to = parking_zona_favorita.f_7
  id = "12/7"
}

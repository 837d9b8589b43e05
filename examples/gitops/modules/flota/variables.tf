variable "nombre" {
  description = "Short name of the client, as the column cliente of the CSV file writes it."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{0,48}[a-z0-9]$", var.nombre))
    error_message = "The name of a client is at most 50 lower-case letters, digits and hyphens, such as flota-norte: it also names its folder, its state and its pipeline."
  }
}

variable "cliente" {
  description = "The client that owns the fleet, as a plan may show it. It must exist on the service, unless endpoints.registrar_cliente of the provider is set."
  type = object({
    nombre    = string
    apellidos = string
    prefijos  = string
  })

  validation {
    condition     = alltrue([for texto in [var.cliente.nombre, var.cliente.apellidos] : try(length(trimspace(texto)) > 0, false)])
    error_message = "cliente.nombre and cliente.apellidos must not be empty: the service requires them."
  }
  validation {
    condition     = !anytrue([for texto in [var.cliente.nombre, var.cliente.apellidos] : can(regex("[\\pC\\p{Zl}\\p{Zp}]", texto))])
    error_message = "cliente.nombre and cliente.apellidos must not hold line breaks or other control characters: they would mislead whoever reads a plan."
  }
  validation {
    condition     = can(regex("^[+][1-9][0-9]{0,2}$", var.cliente.prefijos))
    error_message = "cliente.prefijos is a country calling code: + and one to three digits, such as +593."
  }
}

variable "personal" {
  description = "Personal data of the client: take it from a secret, not from a file in git. No plan shows it."
  sensitive   = true
  type = object({
    email    = string
    telefono = string
    cedula   = string
  })

  validation {
    condition     = can(regex("^[^@\\s]+@[^@\\s]+[.][^@\\s]+$", var.personal.email))
    error_message = "personal.email is not an e-mail address."
  }
  validation {
    condition     = can(regex("^[0-9 ]+$", var.personal.telefono))
    error_message = "personal.telefono holds digits only, without the country calling code."
  }
  validation {
    condition     = try(length(trimspace(var.personal.cedula)) > 0, false)
    error_message = "personal.cedula must not be empty: the service requires it."
  }
}

variable "archivo" {
  description = "Path of the fleet's CSV file, as provider::parking::flota_csv reads it, with the name of the client in the column cliente."
  type        = string

  validation {
    # If flota_csv rejects the file, the error appears here and names the lines.
    condition     = length(provider::parking::flota_csv(file(var.archivo))) > 0
    error_message = "The file has no vehicle. A fleet is given up on purpose, with terraform destroy, and not by an empty file."
  }
  validation {
    condition     = !anytrue([for v in values(provider::parking::flota_csv(file(var.archivo))) : can(regex("[\\pC\\p{Zl}\\p{Zp}]", v.nombre))])
    error_message = "The column nombre must not hold line breaks or other control characters: they would mislead whoever reads a plan. Look at vehicles that the file writes on more than one line."
  }
}

variable "max_pendientes" {
  description = "How many vehicles may be not in place without failing the run."
  type        = number
  default     = 0
}

variable "listar_no_declarados" {
  description = "Whether to list the client's vehicles that the file does not declare, in the output no_declarados. Every plan then sends one request for every 15 vehicles of the client."
  type        = bool
  default     = false
}

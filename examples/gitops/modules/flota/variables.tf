variable "nombre" {
  description = "Short name of the client, as the column cliente of the CSV file writes it."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]*[a-z0-9]$", var.nombre))
    error_message = "The name of a client is lower-case letters, digits and hyphens, such as flota-norte: it also names its folder, its state and its pipeline."
  }
}

variable "cliente" {
  description = "The client that owns the fleet. It must exist on the service, unless endpoints.registrar_cliente of the provider is set."
  sensitive   = true # personal data: keeps it out of the plan in a pull request
  type = object({
    email     = string
    nombre    = string
    apellidos = string
    prefijos  = string
    telefono  = string
    cedula    = string
  })

  validation {
    condition     = can(regex("^[^@\\s]+@[^@\\s]+[.][^@\\s]+$", var.cliente.email))
    error_message = "cliente.email is not an e-mail address."
  }
  validation {
    condition     = alltrue([for texto in [var.cliente.nombre, var.cliente.apellidos, var.cliente.cedula] : try(length(trimspace(texto)) > 0, false)])
    error_message = "cliente.nombre, cliente.apellidos and cliente.cedula must not be empty: the service requires all six fields."
  }
  validation {
    condition     = can(regex("^[+][1-9][0-9]{0,2}$", var.cliente.prefijos))
    error_message = "cliente.prefijos is a country calling code: + and one to three digits, such as +593."
  }
  validation {
    condition     = can(regex("^[0-9 ]+$", var.cliente.telefono))
    error_message = "cliente.telefono holds digits only, without the country calling code."
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

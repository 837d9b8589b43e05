# Input that the module rejects. These plans send no request.

provider "parking" {
  sandbox = {}
}

variables {
  nombre = "flota-sur"
  cliente = {
    nombre    = "Flota Sur"
    apellidos = "Transportes"
    prefijos  = "+593"
  }
  personal = {
    email    = "flota.sur@example.com"
    telefono = "022000003"
    cedula   = "0100000003"
  }
  archivo = "tests/buena.csv"
}

run "a_good_file_is_read" {
  command = plan
  module {
    source = "./tests/leer"
  }
  assert {
    condition     = output.legible
    error_message = "A good file is refused."
  }
}

run "a_bad_flag" {
  command = plan
  module {
    source = "./tests/leer"
  }
  variables {
    archivo = "tests/bandera.csv"
  }
  assert {
    condition     = !output.legible
    error_message = "A flag that is neither yes nor no is accepted."
  }
}

run "a_plate_twice" {
  command = plan
  module {
    source = "./tests/leer"
  }
  variables {
    archivo = "tests/repetida.csv"
  }
  assert {
    condition     = !output.legible
    error_message = "A plate that stands twice in the file is accepted."
  }
}

run "no_vehicle" {
  command = plan
  variables {
    archivo = "tests/vacia.csv"
  }
  expect_failures = [var.archivo]
}

run "a_name_of_two_lines" {
  command = plan
  variables {
    archivo = "tests/renglones.csv"
  }
  expect_failures = [var.archivo]
}

run "the_file_of_another_client" {
  command = plan
  variables {
    archivo = "tests/ajena.csv"
  }
  expect_failures = [parking_cliente.flota]
}

run "a_name_that_is_no_folder" {
  command = plan
  variables {
    nombre = "Flota Sur"
  }
  expect_failures = [var.nombre]
}

run "a_name_that_is_too_long" {
  command = plan
  variables {
    nombre = "flota-sur-de-la-ciudad-de-guayaquil-y-sus-alrededores"
  }
  expect_failures = [var.nombre]
}

run "a_client_without_an_address" {
  command = plan
  variables {
    personal = {
      email    = "flota.sur"
      telefono = "022000003"
      cedula   = "0100000003"
    }
  }
  expect_failures = [var.personal]
}

run "a_client_without_surnames" {
  command = plan
  variables {
    cliente = {
      nombre    = "Flota Sur"
      apellidos = " "
      prefijos  = "+593"
    }
  }
  expect_failures = [var.cliente]
}

run "a_client_of_two_lines" {
  command = plan
  variables {
    cliente = {
      nombre    = "Flota\nSur"
      apellidos = "Transportes"
      prefijos  = "+593"
    }
  }
  expect_failures = [var.cliente]
}

run "a_calling_code_without_plus" {
  command = plan
  variables {
    cliente = {
      nombre    = "Flota Sur"
      apellidos = "Transportes"
      prefijos  = "593"
    }
  }
  expect_failures = [var.cliente]
}

run "a_number_with_a_hyphen" {
  command = plan
  variables {
    personal = {
      email    = "flota.sur@example.com"
      telefono = "99-0000003"
      cedula   = "0100000003"
    }
  }
  expect_failures = [var.personal]
}

run "a_client_without_identity_number" {
  command = plan
  variables {
    personal = {
      email    = "flota.sur@example.com"
      telefono = "022000003"
      cedula   = " "
    }
  }
  expect_failures = [var.personal]
}

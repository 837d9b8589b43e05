package provider

// All is every noun of the provider.
var All = []Noun{flotaNoun, clienteNoun, zonaFavoritaNoun, reservaNoun, sancionNoun, catalogoNoun, tokenNoun}

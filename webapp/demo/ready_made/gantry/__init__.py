"""The Gantry: raiders aboard a station, among crates and doors."""

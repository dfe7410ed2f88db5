"""Berth Nine: a freighter full of pirates at the end of a glass tunnel."""

"""What happens, as it is kept in saved battles."""

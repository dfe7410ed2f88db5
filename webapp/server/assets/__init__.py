"""Scripts, style sheets and templates: joined, compiled, compressed, and kept by the browser."""

"""The laboratory in a browser: a server of reports, and the page that draws them."""

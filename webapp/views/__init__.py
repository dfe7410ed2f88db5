"""Pages and forms by audience. Every module here has a blueprint called `bp`, which `create_app` registers."""

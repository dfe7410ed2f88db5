"""Pages and forms by audience. Each module has a blueprint called `bp`, registered by `create_app`."""

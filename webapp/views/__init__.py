"""Pages and forms by audience. Each module here has a blueprint called `bp`, registered by `create_app`."""

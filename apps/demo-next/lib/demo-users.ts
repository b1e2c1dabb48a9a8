import users from './demo-users.json' with { type: 'json' }

/** The users who have a password from the start, as the home page shows them. */
export const demoUsers = users

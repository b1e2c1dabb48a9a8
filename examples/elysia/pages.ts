import type { Session } from '@latchstring/elysia'

type User = Session['user']

// Names come from outside, and may have any character.
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const callUser = (user: User) => escapeHtml(user?.name ?? user?.email ?? 'a person without a name')

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
  </head>
  <body>
    <h1>${title}</h1>
    ${body}
  </body>
</html>
`

export const home = (user: User) =>
  page(
    'Home',
    user
      ? `<p>Signed in as ${callUser(user)}.</p>
    <p><a href="/members">Members</a> <a href="/auth/signout?callbackUrl=%2F">Sign out</a></p>`
      : `<p>You are not signed in.</p>
    <p><a href="/members">Members</a> <a href="/auth/signin?callbackUrl=%2F">Sign in</a></p>`,
  )

export const members = (user: User) =>
  page(
    'Members',
    `<p>Only people who are signed in see this, as ${callUser(user)} does.</p>
    <p><a href="/">Home</a></p>`,
  )

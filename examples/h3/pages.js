import { html, raw } from 'h3'

const nameOf = (user) => user?.name ?? user?.email ?? 'a person without a name'

// Text is escaped, such as names, which come from outside; links are markup.
const page = (title, text, links) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body>
        <h1>${title}</h1>
        <p>${text}</p>
        <p>${raw(links)}</p>
      </body>
    </html> `

export const home = (user) =>
  page(
    'Home',
    user ? `Signed in as ${nameOf(user)}.` : 'You are not signed in.',
    user
      ? '<a href="/members">Members</a> <a href="/auth/signout?callbackUrl=%2F">Sign out</a>'
      : '<a href="/members">Members</a> <a href="/auth/signin?callbackUrl=%2F">Sign in</a>',
  )

export const members = (user) =>
  page(
    'Members',
    `Only people who are signed in see this, as ${nameOf(user)} does.`,
    '<a href="/">Home</a>',
  )

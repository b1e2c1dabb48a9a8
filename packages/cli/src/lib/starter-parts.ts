import type { Layout, NewFile } from './setup.ts'

/** A page that says who is signed in, for an application that has none yet. */
export interface Starter {
  readonly files: readonly NewFile[]
  /** Files and folders of which one is enough for the page to be left out. */
  readonly unless: readonly string[]
  /** The folder of the routes, where those may be in groups, and names of which a group may have none. */
  readonly groups?: { readonly folder: string; readonly unless: readonly string[] }
  /** A file that has to be in a folder where that exists. */
  readonly needs?: { readonly folder: string; readonly file: string }
  /** Packages of the framework that its files import beside those that every application has. */
  readonly packages?: readonly string[]
  /** Scripts for a package.json that has no script "dev". */
  readonly scripts?: Readonly<Record<string, string>>
  /** Where it is opened. */
  readonly path: string
}

/** What a starter depends on besides the files of the application. */
export interface Place {
  readonly layout: Layout
  /** Where the server is during development. */
  readonly origin: string
  /** In front of the actions. */
  readonly base: string
}

/** The address of an action that returns to a page. */
export const link = ({ base }: Place, action: string, path: string): string =>
  `${base}/${action}?callbackUrl=${encodeURIComponent(path)}`

/** For pages that are made of text: a name may have any character. */
export const escapeText = (end: string): string =>
  `const escapeHtml = (text${end === 'ts' ? ': string' : ''}) =>
  text.replaceAll(/[&<>"']/g, (character) => \`&#\${character.charCodeAt(0)};\`)
`

/** The body of a handler that answers with HTML. */
export const greeting = (place: Place, path: string, indent: string): string =>
  [
    "const name = session?.user?.name ?? session?.user?.email ?? 'a person without a name'",
    'const text = session',
    `  ? \`<p>Signed in as \${escapeHtml(name)}</p><a href="${link(place, 'signout', path)}">Sign out</a>\``,
    `  : '<p>You are not signed in.</p><a href="${link(place, 'signin', path)}">Sign in</a>'`,
  ]
    .map((line) => `${indent}${line}\n`)
    .join('')

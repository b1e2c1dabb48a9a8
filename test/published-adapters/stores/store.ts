import { readFileSync } from 'node:fs'
import type { Adapter } from '@latchstring/core/adapters'

/** A row, a hash or an item, with the names of its members as the adapters spell them. */
export type Row = Readonly<Record<string, unknown>>

/** What a store holds, read without the adapter. */
export interface Contents {
  readonly users: readonly Row[]
  readonly accounts: readonly Row[]
  readonly sessions: readonly Row[]
  readonly tokens: readonly Row[]
}

/** A published adapter over a store of its own. */
export interface OpenStore {
  readonly adapter: Adapter
  /** Reads the store with a connection of its own. */
  look(): Promise<Contents>
  clear(): Promise<void>
  /** What the store runs on. */
  version(): Promise<string>
  close(): Promise<void>
}

/** A published adapter, and how to put it over a store. */
export interface PublishedAdapter {
  /** Name of the package on npm. */
  readonly name: string
  open(): Promise<OpenStore>
}

/** The address of a server of the tests. */
export function serverUrl(variable: string): string {
  const url = process.env[variable]
  if (url) return url
  throw new Error(
    `These tests need a server and ${variable} is not set. ` +
      '"npm test" starts one; "node tools/servers/stores.mjs" starts them to keep and prints their URLs.',
  )
}

/** Gives members that a store spells with underscores the names they have in the interface. */
export function spellOut(row: Row): Row {
  const spelled = (name: string): string =>
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [spelled(name), value]))
}

/** Version of a package that replaces a service. */
export function versionOf(name: string): string {
  const file = new URL(`node_modules/${name}/package.json`, import.meta.url)
  // A package that is installed has a manifest with a version.
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version
}

/** Adapters that open connections themselves close them by a method that their types do not have. */
export async function disconnect(adapter: object): Promise<void> {
  // Found by name, and called as their own tests do.
  const close = Reflect.get(adapter, '__disconnect') as () => Promise<void>
  await close()
}

import { resolve } from 'node:path'
import type { Application } from './application.ts'
import { type Value, memberValue } from './value.ts'
import { firstVariable } from './variables.ts'

/** The database of the adapter `openSqlAdapter`. */
export interface Database {
  /** Missing where the text and the environment do not say. */
  readonly url?: string
  /** What commands of this program need to find it, with a space in front; nothing where they find it by themselves. */
  readonly argument: string
  readonly options?: Value
}

/** Relative to the application, wherever this runs. */
function makeAbsolute(url: string, folder: string): string {
  const path = /^file:(?!\/)([^?]*)/.exec(url)?.[1]
  return path === undefined ? url : `file:${resolve(folder, path)}`
}

const NAMED = ' --url …'

/** An address of the text; one of a server may have a password in it. */
const ofText = (url: string): Pick<Database, 'url' | 'argument'> => ({
  url,
  argument: /^file:[\w./-]+$/.test(url) ? ` --url ${url}` : NAMED,
})

function readUrl(
  address: Value | undefined,
  { variables }: Application,
): Pick<Database, 'url' | 'argument'> {
  if (address?.kind === 'text') return ofText(address.text)
  if (address?.kind !== 'environment') return { argument: NAMED }
  const { variable, otherwise } = address
  const argument = variable === 'DATABASE_URL' ? '' : NAMED
  const url = firstVariable(variables, [variable])?.value
  if (url !== undefined) return { url, argument }
  if (otherwise?.kind !== 'text') return { argument }
  return otherwise.text === '' ? { url: '', argument } : ofText(otherwise.text)
}

/** The database that the configuration names; `undefined` without that adapter. */
export function readDatabase(application: Application): Database | undefined {
  const adapter = memberValue(application.configured?.options, 'adapter')
  if (adapter?.kind !== 'call' || adapter.callee !== 'openSqlAdapter') return undefined
  const [address, options] = adapter.args
  const { url, argument } = readUrl(address, application)
  return {
    argument,
    ...(url === undefined ? {} : { url: makeAbsolute(url, application.folder) }),
    ...(options === undefined ? {} : { options }),
  }
}

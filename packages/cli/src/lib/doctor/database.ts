import { resolve } from 'node:path'
import type { Application } from './application.ts'
import { type Value, memberValue } from './value.ts'
import { firstVariable } from './variables.ts'

/** The database of the adapter `openSqlAdapter`. */
export interface Database {
  /** Missing where the text and the environment do not say. */
  readonly url?: string
  /** The commands of this program find it by themselves. */
  readonly usual: boolean
  readonly options?: Value
}

/** Relative to the application, wherever this runs. */
function makeAbsolute(url: string, folder: string): string {
  const path = /^file:(?!\/)([^?]*)/.exec(url)?.[1]
  return path === undefined ? url : `file:${resolve(folder, path)}`
}

function readUrl(
  address: Value | undefined,
  { variables }: Application,
): Pick<Database, 'url' | 'usual'> {
  if (address?.kind === 'text') return { url: address.text, usual: false }
  if (address?.kind !== 'environment') return { usual: false }
  const { variable, otherwise } = address
  const url = firstVariable(variables, [variable])?.value
  if (url !== undefined) return { url, usual: variable === 'DATABASE_URL' }
  return otherwise?.kind === 'text' ? { url: otherwise.text, usual: false } : { usual: false }
}

/** The database that the configuration names; `undefined` without that adapter. */
export function readDatabase(application: Application): Database | undefined {
  const adapter = memberValue(application.configured?.options, 'adapter')
  if (adapter?.kind !== 'call' || adapter.callee !== 'openSqlAdapter') return undefined
  const [address, options] = adapter.args
  const { url, usual } = readUrl(address, application)
  return {
    usual,
    ...(url === undefined ? {} : { url: makeAbsolute(url, application.folder) }),
    ...(options === undefined ? {} : { options }),
  }
}

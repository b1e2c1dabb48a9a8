import type { Emulator } from '@latchstring/testing'
import type { ProviderCase } from './case.ts'

const NAMES: Readonly<Record<string, string>> = {
  clientId: 'ID',
  clientSecret: 'SECRET',
  issuer: 'ISSUER',
  apiKey: 'KEY',
}

/** What a provider needs, as far as the environment can say it, and what is left. */
export interface Environment {
  readonly variables: Readonly<Record<string, string>>
  readonly others: Readonly<Record<string, unknown>>
}

/** Moves the options of an emulator into variables, as the documentation names them. */
export function inEnvironment({ service }: ProviderCase, { options }: Emulator): Environment {
  const prefix = `AUTH_${service.id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
  const variables: Record<string, string> = {}
  const others: Record<string, unknown> = {}
  for (const [option, value] of Object.entries(options)) {
    const name = NAMES[option]
    if (name !== undefined && typeof value === 'string') variables[`${prefix}_${name}`] = value
    else others[option] = value
  }
  return { variables, others }
}

import type { PublicProvider } from '@latchstring/core/types'
import type { Body, Transport } from './transport.ts'

type Providers = Record<string, PublicProvider>

/** The token for a POST; empty where the server has switched CSRF tokens off and answers 404. */
export async function fetchCsrfToken(transport: Transport): Promise<string> {
  const token = (await transport.readOptional('/csrf'))?.['csrfToken']
  return typeof token === 'string' ? token : ''
}

function areProviders(body: Body): body is Providers & Body {
  return Object.values(body).every((each) => typeof each === 'object' && each && 'type' in each)
}

/** The providers by id. */
export async function fetchProviders(transport: Transport): Promise<Providers> {
  const body = await transport.read('/providers')
  return body && areProviders(body) ? body : {}
}

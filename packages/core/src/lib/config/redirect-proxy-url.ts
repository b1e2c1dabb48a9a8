import { InvalidConfiguration } from '../errors/classes.ts'
import { isLoopback } from '../http/origin.ts'

/**
 * The address of a redirect proxy. Codes are sent there, so it has to be https, except on this machine.
 *
 * @param where - the option and its variable, for the error
 * @throws InvalidConfiguration when it is no such address
 */
export function parseProxyUrl(text: string | undefined, where: string): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.host))
  if (url && safe && url.search + url.hash + url.username + url.password === '') return url
  throw new InvalidConfiguration(
    `${where} is not an https URL, such as https://login.example.com/auth.`,
  )
}

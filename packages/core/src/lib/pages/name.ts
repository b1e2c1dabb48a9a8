import type { Context } from '../request/context.ts'
import type { Theme } from '../types/pages.ts'

/** The name of the application: that of its theme, else its host. */
export function applicationName({ name }: Theme, host: string): string {
  return typeof name === 'string' && name.trim() !== '' ? name : host
}

/** The name of the application of a request. */
export const siteName = ({ config, origin }: Pick<Context, 'config' | 'origin'>): string =>
  applicationName(config.theme, origin.href.slice(origin.href.indexOf('//') + 2))

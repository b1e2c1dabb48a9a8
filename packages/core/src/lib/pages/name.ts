import type { Theme } from '../types/pages.ts'

/** The name of the application: that of its theme, else its host. */
export function applicationName({ name }: Theme, host: string): string {
  return typeof name === 'string' && name.trim() !== '' ? name : host
}

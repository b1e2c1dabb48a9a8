import type { Theme } from '../types/pages.ts'

/** What people know the application by: the name of its theme, else its host. */
export function applicationName({ name }: Theme, host: string): string {
  return typeof name === 'string' && name.trim() !== '' ? name : host
}

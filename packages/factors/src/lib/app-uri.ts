import { STEP_SECONDS } from './one-time-code.ts'

/** What an app for codes is set up with. */
export interface AppKey {
  /** In base32. */
  readonly secret: string
  /** Name of the application in the app. */
  readonly issuer: string
  /** The account in the app, such as an address. */
  readonly account: string
}

/** The address that apps for codes read from a QR code (Key URI Format). A colon separates its parts, and is in none of them. */
export function appUri({ secret, issuer, account }: AppKey): string {
  const part = (text: string): string => encodeURIComponent(text.replaceAll(':', ' '))
  const query = [
    ['secret', secret],
    ['issuer', part(issuer)],
    ['algorithm', 'SHA1'],
    ['digits', '6'],
    ['period', String(STEP_SECONDS)],
  ]
  const parameters = query.map((pair) => pair.join('=')).join('&')
  return `otpauth://totp/${part(issuer)}:${part(account)}?${parameters}`
}

/** A key in groups of four, to type. */
export const grouped = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')

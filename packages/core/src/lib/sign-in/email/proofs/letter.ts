import type { EmailProvider } from '../../../config/providers.ts'
import { asError, isAuthError } from '../../../errors/auth-error.ts'
import { EmailSignInError } from '../../../errors/classes.ts'
import { createSay } from '../../../features/texts.ts'
import { requestTexts } from '../../../pages/request-texts.ts'
import type { Context } from '../../../request/context.ts'
import type { FeatureMailTexts } from '../../../types/feature-mail.ts'
import type { AnyFeature } from '../../../types/feature.ts'
import type { Texts } from '../../../types/texts.ts'

/** A mail of a feature. */
export interface Letter {
  readonly feature: AnyFeature
  /** Its name among the proofs and mails of the feature. */
  readonly name: string
  readonly texts: FeatureMailTexts
  readonly values: Readonly<Record<string, string | number>> | undefined
  readonly address: string
  /** What its button leads to. */
  readonly url: string
  /** What it proves; absent for a notice. */
  readonly secret?: { readonly token: string; readonly code: string | undefined }
  /** Milliseconds since the epoch. */
  readonly expires: number
  readonly minutes: number
}

/** The longest value in a sentence, in UTF-16 code units: what a stranger may have a mail say. */
const LONGEST_VALUE = 100

// Characters that end a header, reverse or hide text.
// eslint-disable-next-line no-control-regex -- these are the characters to take out
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** A time of day, which is kept, or a character that programs take for part of an address. */
const PARTED = /(?<![\w.:])\d{1,2}[.:]\d{2}(?![\w.:])|[.:@](?=\S)/g

/** Values as a mail may have them: on one line, and so that mail programs make no links of them. */
function toValues(values: Letter['values'] = {}): Readonly<Record<string, string>> {
  const entries = Object.entries(values).map(([name, value]) => {
    const text = String(value).replace(UNPRINTABLE, ' ').slice(0, LONGEST_VALUE)
    return [name, text.replaceAll(PARTED, (one) => (one.length > 1 ? one : `${one} `))] as const
  })
  // Filled in where the mail is composed.
  return { ...Object.fromEntries(entries), host: '{host}' }
}

/** A sentence in place of that for those who did not ask for a mail to sign in. */
const ignoring = (
  name: string | undefined,
  say: (name: string) => string,
): Partial<Texts['mail']> =>
  name === undefined ? {} : { ignore: say(name), linkIgnore: say(name) }

async function textsOf(
  context: Context,
  { feature, texts: names, values, secret }: Letter,
): Promise<Texts> {
  const { headers } = context.original
  const say = await createSay(feature, { config: context.config, headers })
  const texts = await requestTexts(context.config, headers)
  const given = toValues(values)
  const { lead: _, ...mail } = texts.mail
  return {
    ...texts,
    mail: {
      ...mail,
      ...(!secret && { validity: '', linkValidity: '', ignore: '', linkIgnore: '' }),
      subject: say(names.subject, given),
      button: say(names.button, given),
      ...(names.lead !== undefined && { lead: say(names.lead, given) }),
      ...(secret && ignoring(names.ignore, (name) => say(name, given))),
    },
  }
}

/** Sends a mail of a feature. @throws EmailSignInError when that fails */
export async function sendLetter(
  context: Context,
  { config: provider, fetch }: EmailProvider,
  letter: Letter,
): Promise<void> {
  const { feature, name, address, url, secret, expires, minutes } = letter
  const { original, config } = context
  const texts = await textsOf(context, letter)
  try {
    await provider.sendVerificationRequest({
      identifier: address,
      url,
      purpose: `${feature.name}/${name}`,
      expires: new Date(expires),
      provider: { ...provider, maxAge: minutes * 60 },
      token: secret?.token ?? '',
      ...(secret?.code !== undefined && { code: secret.code }),
      theme: config.theme,
      texts,
      request: new Request(original.request.url, { headers: original.request.headers }),
      fetch,
    })
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new EmailSignInError(
      `The mail "${feature.name}/${name}" could not be sent: \`sendVerificationRequest\` of "${provider.id}" threw.`,
      { err: asError(cause) },
    )
  }
}

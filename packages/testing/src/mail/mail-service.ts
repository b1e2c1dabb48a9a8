import type { ErrorResponse, Expectation } from '../service.ts'

/** A mail that a service took. */
export interface SentMail {
  readonly to: string
  /** As the application wrote it; absent where the service has it. */
  readonly from?: string
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  /** What a template of the service is filled in with. */
  readonly variables?: Readonly<Record<string, string>>
  /** Whether the service would put itself between the person and the link. */
  readonly tracked: boolean
}

/** The body of a request, whatever its media type: members or fields. */
export type MailBody = Readonly<Record<string, unknown>>

/** What a mail service does, by its documentation: the data an emulator is made from. */
export interface MailService {
  /** Id of the provider. */
  readonly id: string
  readonly name: string
  /** What the application has to configure beside the key. */
  readonly options: Readonly<Record<string, unknown>>
  /** Addresses of the API by region; `{name}` stands for one segment of the path. */
  readonly addresses: readonly string[]
  /** Headers without which the service refuses the request. */
  readonly headers?: Readonly<Record<string, Expectation>>
  readonly body: 'json' | 'multipart'
  /** The header that carries the key, and its value. */
  readonly key: { readonly header: string; readonly value: (key: string) => string }
  /**
   * Reads the mail out of the body.
   *
   * @returns the mail, or what is wrong with the body, in the words of the service
   */
  readonly read: (body: MailBody, address: URL) => SentMail | string
  /** The answer to a mail that was taken. */
  readonly taken: ErrorResponse
  /** The answer to a wrong key. */
  readonly unauthorized: ErrorResponse
  /** The answer to a request that is wrong in another way. */
  readonly refused: (message: string) => ErrorResponse
}

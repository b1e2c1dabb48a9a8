import type { FeatureContext } from './feature-context.ts'
import type { ReadRecords, Row } from './record-verbs.ts'
import type { RecordTable } from './records.ts'
import type { Awaitable } from './utility.ts'

/** The fields of a table that hold a time. */
type TimeName<Table extends RecordTable> = {
  [Name in keyof Table['fields']]: Table['fields'][Name]['kind'] extends 'time' ? Name : never
}[keyof Table['fields']]

/** What the reader of credentials is given. It reads: all that is written for it is when a row was used. */
export interface CredentialContext extends FeatureContext {
  /** The tables of the feature, to read. Find a row by {@link keyOf} of the credential, so that the store never has the credential itself. */
  readonly records: ReadRecords
  /**
   * Has the time of the use written into a field of a row, where the field is empty or a minute old. It is written once the credential was
   * accepted; where the row was changed meanwhile, or the store fails, the time stays as it was. The last call counts.
   *
   * @param row - as it was read
   * @param field - of the kind `time`
   * @throws TypeError for a table of another feature
   */
  readonly noteUse: <Table extends RecordTable>(
    table: Table,
    row: Row<Table>,
    field: TimeName<Table> & string,
  ) => void
}

/**
 * Whom a valid credential belongs to.
 *
 * @typeParam Data - plain data for the application, such as the scopes of the credential
 */
export interface FoundCredential<Data extends object = object> {
  /** Id of the user. The core looks the user up: the credential of a deleted user is refused. */
  readonly userId: string
  /** `key`: one that a person has made for a program. `bearer`: an access token. */
  readonly kind: 'key' | 'bearer'
  /** Who acts for the user, where that is another one (RFC 8693, section 4.1): the id of that user, who is looked up as well. */
  readonly actor?: { readonly sub: string }
  /** What the application is given beside the user. Never the credential. */
  readonly data: Data
}

/**
 * Reads the credentials of a feature, which come as `Authorization: Bearer` (RFC 6750, section 2.1). They are known by their prefix: the
 * reader is asked about no others.
 *
 * @typeParam Data - what it gives beside the user
 */
export interface FeaturePrincipal<Data extends object = object> {
  /**
   * What its credentials begin with, such as `acme_key_`: 2 to 16 of the characters of a bearer token, which are letters, digits and `-._~+/`.
   * None of two features is the beginning of the other.
   */
  readonly prefix: string
  readonly load: () => Promise<{
    /**
     * Answers whom a credential belongs to; `null` for one that is unknown, expired or revoked.
     *
     * @param credential - up to 512 characters, with the prefix
     */
    read: (
      context: CredentialContext,
      credential: string,
    ) => Awaitable<FoundCredential<Data> | null>
  }>
}

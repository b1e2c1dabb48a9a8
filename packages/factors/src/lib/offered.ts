import type { ImportedApp, ListedFactors } from './operations.ts'

/** What is offered for the user of the request. */
export interface Factors {
  /** The apps of the user, and how many backup codes are left. */
  list(): Promise<ListedFactors>
  /**
   * Removes an app, and the backup codes with the last one. Other sessions of the user end. Ask for a recent sign-in before:
   * `auth.require({ maxAge: 600 })`.
   *
   * @param id - of the app
   * @throws StepUpRequired where the session has not shown two factors
   * @throws TypeError where the policy asks for a factor, and this is the last one
   */
  remove(id: string): Promise<void>
  /**
   * Replaces the backup codes. Ask for a recent sign-in before: `auth.require({ maxAge: 600 })`.
   *
   * @returns the new codes, which are not kept: show them once
   * @throws StepUpRequired where the session has not shown two factors
   * @throws TypeError where the user has no app
   */
  regenerate(): Promise<readonly string[]>
  /**
   * Cancels a request to replace what was lost; see the option `recovery`. Any session of the user can.
   *
   * @returns whether there was one
   */
  cancelRecovery(): Promise<boolean>
  /**
   * Asks again in a browser that is not asked for a second factor; see the option `trustDevice`.
   *
   * @param id - of the browser, as `list()` has it
   * @returns whether there was one
   */
  askAgain(id: string): Promise<boolean>
}

/** What is offered for any user. Never call it with what a stranger sent. */
export interface FactorsOfUsers {
  /** Whether a user has set up a second factor. */
  has(userId: string): Promise<boolean>
  /**
   * Removes all second factors of a user, and ends the sessions that were made with them. From then on one factor is enough, a stolen one
   * as well: know that it is the user who asks, by more than a mail or a call, and write to the user by another way.
   */
  removeAll(userId: string): Promise<void>
  /**
   * Takes over an app that was set up elsewhere. One that is there already is not stored twice.
   *
   * @returns `there` where it is there already
   * @throws TypeError for what is no secret, and where the user has the most apps that are possible
   */
  importTotp(userId: string, app: ImportedApp): Promise<'stored' | 'there'>
  /**
   * Takes over backup codes that were made elsewhere, up to 50 of 8 to 64 characters: they are asked for as they are, letter by letter.
   *
   * @returns how many of them are there now
   * @throws TypeError for codes that are too short, too long or too many
   */
  importCodes(userId: string, codes: readonly string[]): Promise<number>
}

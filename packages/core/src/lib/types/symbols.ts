/**
 * Key of a provider member that replaces `fetch` for its requests.
 *
 * @remarks An attacker who controls this function sees client secrets, codes and tokens.
 */
export const customFetch: unique symbol = Symbol.for('latchstring.custom-fetch')

/**
 * Value of the `skipCSRFCheck` option: no CSRF token is made or asked for.
 *
 * @remarks Only for frameworks that check every request themselves. `Origin` and `Sec-Fetch-Site` are still checked.
 */
export const skipCSRFCheck: unique symbol = Symbol.for('latchstring.skip-csrf-check')

/** Value of the `raw` option: actions return their outcome as data in place of a `Response`. */
export const raw: unique symbol = Symbol.for('latchstring.raw')

/**
 * Value of the `weakSecret` option: a secret that is too short or too regular is accepted in production.
 *
 * @remarks An attacker who guesses the secret can sign in as any user: set it only while an application moves over.
 */
export const acceptWeakSecret: unique symbol = Symbol.for('latchstring.accept-weak-secret')

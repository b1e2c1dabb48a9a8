import fc from 'fast-check'

/**
 * Properties start from the same seed every time, so that a change is judged by the same values as the one before it.
 * `LATCHSTRING_SEED=random` looks further, and any number repeats what such a run has found.
 */
const given = process.env['LATCHSTRING_SEED'] ?? '20261120'

if (given !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) })

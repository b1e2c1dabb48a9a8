import { InvalidConfiguration, ServiceBusy, TooManyRequests } from '../errors/classes.ts'

/** The longest wait that is asked for, in seconds: an hour. */
const LONGEST_WAIT = 3600

/** The longest wait for a try, in seconds: as long as a budget may have a window. */
const LONGEST_WINDOW = 31 * 24 * 3600

const isWithin = (seconds: unknown, most: number): seconds is number =>
  typeof seconds === 'number' && seconds > 0 && seconds <= most

/**
 * The error of a feature that has too much to do.
 *
 * @param subject - what answered so, at the beginning of a sentence
 * @param seconds - after which it can be sent again, where no type has been checked
 * @throws InvalidConfiguration for what is no number of seconds
 */
export function serviceBusy(subject: string, seconds: unknown): ServiceBusy {
  if (!isWithin(seconds, LONGEST_WAIT)) {
    throw new InvalidConfiguration(
      `${subject} has to say with \`busy\` in how many seconds it can be sent again, up to ${LONGEST_WAIT}.`,
    )
  }
  const error = new ServiceBusy(`${subject} has too much to do, and has done nothing.`)
  error.retryAfter = Math.ceil(seconds)
  return error
}

/**
 * The error of a feature that has counted as many tries as it takes.
 *
 * @param subject - what answered so, at the beginning of a sentence
 * @param seconds - after which there is a try, where no type has been checked
 * @throws InvalidConfiguration for what is no number of seconds
 */
export function triesUsedUp(subject: string, seconds: unknown): TooManyRequests {
  if (!isWithin(seconds, LONGEST_WINDOW)) {
    throw new InvalidConfiguration(
      `${subject} has to say with \`usedUp\` in how many seconds there is a try, up to ${LONGEST_WINDOW}.`,
    )
  }
  const error = new TooManyRequests(`${subject} takes no more tries of this user for now.`)
  error.retryAfter = Math.ceil(seconds)
  return error
}

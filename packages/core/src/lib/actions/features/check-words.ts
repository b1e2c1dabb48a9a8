/** What is wrong, if something is. */
export type Fault = string | undefined

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
export const LONGEST_NAME = 30
/** Names of inputs and operations. */
export const MEMBER: RegExp = /^[a-z][A-Za-z0-9]{0,40}$/

/** Whether a text can name a feature, an action or an error. */
export const isWord = (name: string): boolean => NAME.test(name) && name.length <= LONGEST_NAME

/** The first thing that is wrong with one of some values. */
export const findFirst = <T>(values: readonly T[], find: (value: T) => Fault): Fault => {
  for (const value of values) {
    const fault = find(value)
    if (fault !== undefined) return fault
  }
  return undefined
}

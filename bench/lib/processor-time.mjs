/**
 * What this process has used of the processor. What other programs take meanwhile is not in it; what the garbage collector and
 * the compiler do beside it is.
 *
 * @returns {number} milliseconds
 */
export function processorTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

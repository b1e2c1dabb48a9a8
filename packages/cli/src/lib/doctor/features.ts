import { FEATURE_PACKAGES, type FeaturePackage } from '../feature-packages.ts'
import type { Application } from './application.ts'
import { type Value, memberValue } from './value.ts'

/** A feature of the library in the configuration. */
export interface ConfiguredFeature {
  readonly package: FeaturePackage
  readonly options?: Value
}

/** The features of a configuration, as far as its text says. */
export interface ConfiguredFeatures {
  readonly features: readonly ConfiguredFeature[]
  /** There are no others. */
  readonly all: boolean
}

function readFeature(value: Value): ConfiguredFeature | undefined {
  if (value.kind !== 'call') return undefined
  const found = FEATURE_PACKAGES.find((one) => one.package === value.from)
  const [options] = value.args
  return found && { package: found, ...(options === undefined ? {} : { options }) }
}

/** The features that an object names; none without an object. */
function readList(options: Value | undefined): ConfiguredFeatures {
  const list = memberValue(options, 'features')
  if (options === undefined) return { features: [], all: true }
  if (list === undefined) return { features: [], all: options.kind === 'object' && !options.open }
  if (list.kind !== 'list') return { features: [], all: false }
  const features = list.items.flatMap((one) => readFeature(one) ?? [])
  return { features, all: !list.open && features.length === list.items.length }
}

/** The features of an application that are packages of the library: of its configuration, and beside it. */
export function readFeatures({ configured }: Application): ConfiguredFeatures {
  if (configured === undefined) return { features: [], all: false }
  const own = readList(configured.options)
  const beside = readList(configured.beside)
  return { features: [...own.features, ...beside.features], all: own.all && beside.all }
}

/** Whether an option of a feature is set; not where its text does not say. */
export function isSet({ options }: ConfiguredFeature, name: string): boolean {
  const value = memberValue(options, name)
  if (value === undefined || (value.kind === 'name' && value.name === 'undefined')) return false
  return value.kind !== 'flag' || value.flag
}

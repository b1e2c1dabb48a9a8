/** The default theme of VitePress with fonts of the system and the colours of the product. */
import { onContentUpdated, useData, withBase } from 'vitepress'
import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import { flattenGroups, rememberTabs, showActiveEntry } from './choices.mjs'
import './style.css'

/** The Markdown of the page is beside it. */
const AsMarkdown = {
  setup() {
    const { page } = useData()
    return () =>
      h('p', { class: 'as-markdown' }, [
        h(
          'a',
          { href: withBase(`/${page.value.relativePath}`), target: '_self' },
          'This page as Markdown',
        ),
      ])
  },
}

/** The front page of the default theme, as a landmark. */
const FrontPage = () => h('main', { class: 'front-page' }, [h(VPHomeHero), h(VPHomeFeatures)])

const Layout = {
  setup() {
    onContentUpdated(() => {
      rememberTabs()
      showActiveEntry()
      flattenGroups()
    })
    return () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(AsMarkdown) })
  },
}

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp({ app }) {
    app.component('front-page', FrontPage)
  },
}

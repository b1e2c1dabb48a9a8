import type { LanguageTexts } from '@latchstring/core/types'

/** Czech. Its key in `texts` is `cs`. */
export const cs: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Na úvodní stránku',
    toSignIn: 'Na přihlášení',
    reference: 'Referenční kód: {ref}',
  },
  signIn: {
    title: 'Přihlášení',
    to: 'pro pokračování na {host}',
    continueWith: 'Pokračovat přes {name}',
    or: 'nebo',
    email: 'E-mailová adresa',
    emailExample: 'jmeno@example.com',
    sendLink: 'Poslat přihlašovací odkaz e-mailem',
    submit: 'Přihlásit se',
    unsupported: 'Přihlášení přes {name} v tomto prohlížeči nefunguje.',
    none: 'Zatím zde není nastaven žádný způsob přihlášení.',
    code: 'Kód: {code}',
    lastUsed: 'Naposledy použito',
    showPassword: 'Zobrazit heslo',
    passkey: 'Přihlásit se přístupovým klíčem',
    unknown: 'Tento způsob přihlášení zde neexistuje. Vyberte prosím jiný.',
  },
  fields: {
    username: 'Uživatelské jméno',
    password: 'Heslo',
    code: 'Kód',
    oneTimeCode: 'Jednorázový kód',
    name: 'Jméno',
    phone: 'Telefonní číslo',
  },
  signInErrors: {
    Signin: 'Přihlášení se nezdařilo. Zkuste to znovu nebo zvolte jiný způsob přihlášení.',
    OAuthSignin:
      'Přihlášení přes tuto službu nebylo možné zahájit. Chvíli počkejte a zkuste to znovu, nebo zvolte jiný způsob.',
    OAuthCallbackError:
      'Služba vaše přihlášení nepotvrdila. Zkuste to znovu nebo zvolte jiný způsob přihlášení.',
    OAuthCreateAccount:
      'Služba potvrdila vaši totožnost, ale účet se zde nepodařilo vytvořit. Zkuste to znovu nebo zvolte jiný způsob přihlášení.',
    EmailCreateAccount:
      'Pro tuto e-mailovou adresu se nepodařilo vytvořit účet. Zkuste to znovu nebo použijte jinou adresu.',
    Callback: 'Při přihlašování se něco pokazilo. Začněte prosím znovu od této stránky.',
    OAuthAccountNotLinked:
      'Účet s touto e-mailovou adresou už existuje. Přihlaste se stejně jako dříve, abychom věděli, že je váš.',
    EmailSignin:
      'E-mail se nepodařilo odeslat. Zkontrolujte, zda v adrese není překlep, a zkuste to znovu.',
    CredentialsSignin: 'Zadané údaje neodpovídají žádnému účtu. Zkontrolujte je a zkuste to znovu.',
    SessionRequired: 'Pro otevření této stránky se prosím přihlaste.',
  },
  present: {
    named: 'Jste přihlášeni jako {name}.',
    unnamed: 'Jste přihlášeni.',
    other: 'Použít jiný účet',
  },
  signInReasons: {
    cancelled: 'Přihlášení bylo zrušeno. Můžete to kdykoli zkusit znovu.',
    expired: 'Trvalo to příliš dlouho nebo to začalo v jiném prohlížeči. Začněte prosím znovu.',
    ours: 'Něco na naší straně nefunguje; není to vaše chyba. Zvolte jiný způsob přihlášení nebo to zkuste později.',
    service:
      'Vybraná služba právě neodpovídá správně. Zkuste to znovu za několik minut nebo zvolte jiný způsob přihlášení.',
    'other-way':
      'Tímto způsobem vás nemůžeme přihlásit, protože nám služba nesdělila vše potřebné. Zvolte prosím jiný způsob přihlášení.',
  },
  signOut: {
    title: 'Odhlášení',
    question: 'Chcete se v tomto prohlížeči odhlásit?',
    submit: 'Odhlásit se',
    stay: 'Neodhlašovat se',
    nobody: 'Nejste zde přihlášeni.',
  },
  error: {
    Configuration: {
      title: 'Přihlášení není dostupné',
      message: 'Tento web není správně nastaven. Není to vaše chyba.',
      advice: 'Zkuste to později. Pokud potíže trvají, dejte prosím vědět provozovatelům webu.',
    },
    AccessDenied: {
      title: 'Přístup odepřen',
      message: 'Tento účet se zde nesmí přihlásit.',
      advice: 'Přihlaste se jiným účtem nebo požádejte o přístup provozovatele webu.',
    },
    Verification: {
      title: 'Tento odkaz už neplatí',
      message: 'Vypršela mu platnost, byl už použit nebo není úplný.',
      advice: 'Na přihlašovací stránce si vyžádejte nový.',
    },
    Default: {
      title: 'Něco se pokazilo',
      message: 'Nepodařilo se vás přihlásit.',
      advice: 'Začněte znovu na přihlašovací stránce.',
    },
  },
  verifyRequest: {
    title: 'Podívejte se do e-mailu',
    sentTo: 'Zpráva je na cestě na adresu {address}. Přihlaste se otevřením odkazu v ní.',
    sent: 'Zpráva pro vás je na cestě. Přihlaste se otevřením odkazu v ní.',
    code: 'Kód ze zprávy',
    codeHint: 'Na mezerách, pomlčkách a malých písmenech nezáleží.',
    submit: 'Přihlásit se',
    wrongCode: 'Tento kód není správný nebo už neplatí. Porovnejte ho s nejnovější zprávou.',
    attemptsLeft: 'Zbývající pokusy: {count}',
    nothingThere: 'Ani po několika minutách nic nepřišlo? Podívejte se do složky se spamem.',
    again: 'Zkusit znovu nebo použít jinou adresu',
  },
  confirmLink: {
    title: 'Jste to vy?',
    question: 'Chystáte se přihlásit jako {address}.',
    reason:
      'Není jisté, že o odkaz bylo požádáno v tomto prohlížeči, a proto prosím potvrďte, že se chcete přihlásit zde.',
    submit: 'Ano, přihlásit se',
    notMe:
      'Není to vaše adresa, nebo jste o to nežádali? Pak tuto stránku zavřete: zatím se nic nestalo.',
  },
  continueSignIn: {
    title: 'Ještě jeden krok',
    message: 'Jste zpět ze služby {name}. Dokončete přihlášení zde.',
    submit: 'Pokračovat',
    notMe: 'Nežádali jste o to? Pak tuto stránku zavřete: zatím se nic nestalo.',
  },
  endSession: {
    title: 'Zde jste odhlášeni',
    message: 'Ve službě {name} jste stále přihlášeni. Pokračujte a odhlaste se i tam.',
    submit: 'Pokračovat do služby {name}',
    stay: 'Tam se neodhlašovat',
  },
  signedOut: {
    title: 'Zde se nic nezměnilo',
    message:
      'Toto odhlášení nebylo zahájeno v tomto prohlížeči nebo od jeho zahájení uplynulo více než deset minut.',
  },
  devices: {
    title: 'Kde jste přihlášeni',
    lead: 'Odhlaste se všude, kde už přihlášení nepotřebujete nebo kde prohlížeč nepoznáváte.',
    here: 'Tento prohlížeč',
    unknown: 'Neznámý prohlížeč',
    browserOn: '{browser} v systému {system}',
    signedIn: 'Přihlášení: {when}',
    signedInWith: 'Přihlášení přes {name}: {when}',
    lastSeen: 'Naposledy použito: {when}',
    signOut: 'Odhlásit',
    others: 'Odhlásit všude jinde',
    all: 'Odhlásit všude',
  },
  account: {
    title: 'Vaše způsoby přihlášení',
    lead: 'Odeberte, co už nepoužíváte. Poslední způsob zůstane.',
    synced: 'Synchronizovaný přístupový klíč',
    oneDevice: 'Přístupový klíč v jednom zařízení',
    mail: 'Odkaz e-mailem',
    remove: 'Odebrat',
    rename: 'Přejmenovat',
    name: 'Název přístupového klíče',
    save: 'Uložit',
    only: 'Je to váš jediný způsob přihlášení, a proto ho nelze odebrat.',
  },
  ended: {
    'ended-by-user': 'Odhlášení proběhlo z jiného zařízení.',
    'signed-out-everywhere':
      'Odhlásili jsme vás, protože bylo požádáno o odhlášení na všech zařízeních.',
    'password-changed': 'Odhlásili jsme vás, protože bylo změněno heslo.',
    'email-changed': 'Odhlásili jsme vás, protože byla změněna e-mailová adresa.',
    'account-unlinked': 'Odhlásili jsme vás, protože byl odebrán jeden ze způsobů přihlášení.',
    'passkey-removed': 'Odhlásili jsme vás, protože byl odebrán přístupový klíč.',
    admin: 'Provozovatelé tohoto webu vás odhlásili.',
    'back-channel':
      'Odhlásili jsme vás, protože jste se odhlásili ze služby, přes kterou se přihlašujete.',
    'secret-leak': 'Z bezpečnostních důvodů byli všichni odhlášeni. Přihlaste se prosím znovu.',
    other: 'Vaše přihlášení skončilo. Přihlaste se prosím znovu.',
  },
  problem: {
    400: {
      title: 'To se nezdařilo',
      message:
        'Část požadavku chyběla nebo se nedala přečíst. Vraťte se zpět, načtěte stránku znovu a zkuste to ještě jednou.',
    },
    403: {
      title: 'Požadavek byl odmítnut',
      message:
        'Stránka mohla být otevřená příliš dlouho nebo byl požadavek odeslán odjinud. Vraťte se zpět, načtěte stránku znovu a zkuste to ještě jednou.',
    },
    404: {
      title: 'Stránka nenalezena',
      message:
        'Na této adrese nic není. Zkontrolujte, zda v ní není překlep, nebo začněte na úvodní stránce.',
    },
    405: {
      title: 'Takto to nejde',
      message: 'Tuto adresu nelze otevřít přímo. Začněte prosím na úvodní stránce.',
    },
    413: {
      title: 'Příliš mnoho dat',
      message: 'Bylo odesláno více, než zde lze přijmout. Zkraťte zadané údaje a zkuste to znovu.',
    },
    415: {
      title: 'Neznámý formát',
      message: 'Odeslaný obsah zde nelze přečíst. Vraťte se zpět a použijte formulář na stránce.',
    },
    429: {
      title: 'Příliš mnoho pokusů',
      message: 'Počkejte prosím několik minut a pak to zkuste znovu.',
    },
    500: {
      title: 'Něco se u nás pokazilo',
      message: 'Došlo k neočekávané chybě. Zkuste to prosím za chvíli znovu.',
    },
    503: {
      title: 'Nyní nedostupné',
      message:
        'Nemůžeme se spojit s částí našeho systému. Vaše přihlášení trvá; zkuste to za chvíli znovu.',
    },
  },
  mail: {
    subject: 'Přihlášení na {host}',
    button: 'Přihlásit se',
    link: 'Pokud tlačítko nefunguje, zkopírujte tuto adresu do prohlížeče:',
    code: 'Nebo zadejte tento kód na stránce, kde jste se chtěli přihlásit:',
    validity: 'Odkaz a kód fungují jednou, po dobu {minutes} min.',
    ignore:
      'Pokud jste o tuto zprávu nežádali, můžete ji ignorovat. Bez odkazu nebo kódu se nikdo nepřihlásí.',
  },
}

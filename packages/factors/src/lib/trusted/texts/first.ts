import type { TrustTexts } from './en.ts'

export const ar: TrustTexts = {
  trustLanguage: 'ar',
  trust: 'لا تسأل مجددًا في هذا المتصفح لمدة {time}',
  trustHint: 'لا تختر هذا على جهاز يستخدمه آخرون.',
  trustTitle: 'متصفحات لا تحتاج إلى رمز',
  trustUntil: 'لا حاجة إلى رمز حتى {date}',
  trustEnd: 'طلب الرمز من جديد',
  trustLost:
    'لا يُطلب رمز في هذا المتصفح عند تسجيل الدخول. لاستخدام رمز احتياطي، اختر أولًا «{button}».',
  trustHere: 'هذا المتصفح',
  trustUnknown: 'متصفح غير معروف',
  trustBrowserOn: '{browser} على {system}',
}

export const cs: TrustTexts = {
  trustLanguage: 'cs',
  trust: 'V tomto prohlížeči se znovu neptat po dobu: {time}',
  trustHint: 'Na sdíleném zařízení tuto možnost nezapínejte.',
  trustTitle: 'Prohlížeče, které nepotřebují kód',
  trustUntil: 'Kód není potřeba do {date}',
  trustEnd: 'Znovu vyžadovat kód',
  trustLost:
    'Tento prohlížeč při přihlášení nevyžaduje kód. Chcete-li použít záložní kód, zvolte nejprve „{button}“.',
  trustHere: 'Tento prohlížeč',
  trustUnknown: 'Neznámý prohlížeč',
  trustBrowserOn: '{browser} v systému {system}',
}

export const de: TrustTexts = {
  trustLanguage: 'de',
  trust: 'In diesem Browser nicht erneut fragen: {time}',
  trustHint: 'Lassen Sie dies auf gemeinsam genutzten Geräten aus.',
  trustTitle: 'Browser, die keinen Code brauchen',
  trustUntil: 'Bis {date} wird kein Code verlangt',
  trustEnd: 'Wieder nach einem Code fragen',
  trustLost:
    'Dieser Browser verlangt bei der Anmeldung keinen Code. Um einen Backup-Code zu verwenden, wählen Sie zuerst „{button}“.',
  trustHere: 'Dieser Browser',
  trustUnknown: 'Unbekannter Browser',
  trustBrowserOn: '{browser} unter {system}',
}

export const es: TrustTexts = {
  trustLanguage: 'es',
  trust: 'No volver a preguntar en este navegador durante {time}',
  trustHint: 'No lo actives en un dispositivo compartido.',
  trustTitle: 'Navegadores que no necesitan un código',
  trustUntil: 'No hace falta un código hasta el {date}',
  trustEnd: 'Volver a pedir un código',
  trustLost:
    'Este navegador no pide un código al iniciar sesión. Para usar un código de respaldo, elige primero «{button}».',
  trustHere: 'Este navegador',
  trustUnknown: 'Navegador desconocido',
  trustBrowserOn: '{browser} en {system}',
}

export const fr: TrustTexts = {
  trustLanguage: 'fr',
  trust: 'Ne plus demander dans ce navigateur pendant {time}',
  trustHint: 'Ne cochez pas cette case sur un appareil partagé.',
  trustTitle: 'Navigateurs sans demande de code',
  trustUntil: 'Aucun code demandé jusqu’au {date}',
  trustEnd: 'Demander à nouveau un code',
  trustLost:
    'Ce navigateur ne demande pas de code à la connexion. Pour utiliser un code de secours, choisissez d’abord «\u00a0{button}\u00a0».',
  trustHere: 'Ce navigateur',
  trustUnknown: 'Navigateur inconnu',
  trustBrowserOn: '{browser} sur {system}',
}

export const he: TrustTexts = {
  trustLanguage: 'he',
  trust: 'לא לשאול שוב בדפדפן הזה למשך {time}',
  trustHint: 'אין לסמן זאת במכשיר משותף.',
  trustTitle: 'דפדפנים שלא צריכים קוד',
  trustUntil: 'אין צורך בקוד עד {date}',
  trustEnd: 'לבקש קוד שוב',
  trustLost: 'הדפדפן הזה לא מבקש קוד בהתחברות. כדי להשתמש בקוד גיבוי, בחרו תחילה "{button}".',
  trustHere: 'הדפדפן הזה',
  trustUnknown: 'דפדפן לא מוכר',
  trustBrowserOn: '{browser} ב-{system}',
}

export const id: TrustTexts = {
  trustLanguage: 'id',
  trust: 'Jangan tanya lagi di browser ini selama {time}',
  trustHint: 'Jangan aktifkan ini di perangkat yang dipakai bersama.',
  trustTitle: 'Browser yang tidak memerlukan kode',
  trustUntil: 'Kode tidak diperlukan hingga {date}',
  trustEnd: 'Minta kode lagi',
  trustLost:
    'Browser ini tidak meminta kode saat Anda masuk. Untuk memakai kode cadangan, pilih dulu “{button}”.',
  trustHere: 'Browser ini',
  trustUnknown: 'Browser tidak dikenal',
  trustBrowserOn: '{browser} di {system}',
}

export const it: TrustTexts = {
  trustLanguage: 'it',
  trust: 'Non chiedere più in questo browser per {time}',
  trustHint: 'Non attivarlo su un dispositivo condiviso.',
  trustTitle: 'Browser che non richiedono un codice',
  trustUntil: 'Nessun codice richiesto fino al {date}',
  trustEnd: 'Chiedi di nuovo un codice',
  trustLost:
    'Questo browser non chiede un codice quando accedi. Per usare un codice di backup, scegli prima «{button}».',
  trustHere: 'Questo browser',
  trustUnknown: 'Browser sconosciuto',
  trustBrowserOn: '{browser} su {system}',
}

export const ja: TrustTexts = {
  trustLanguage: 'ja',
  trust: 'このブラウザーでは{time}確認しない',
  trustHint: '共用のデバイスではオンにしないでください。',
  trustTitle: 'コードが不要なブラウザー',
  trustUntil: '{date}までコード不要',
  trustEnd: 'コードの入力を再び求める',
  trustLost:
    'このブラウザーではログイン時にコードを求められません。バックアップコードを使うには、先に「{button}」を選んでください。',
  trustHere: 'このブラウザー',
  trustUnknown: '不明なブラウザー',
  trustBrowserOn: '{system} の {browser}',
}

export const ko: TrustTexts = {
  trustLanguage: 'ko',
  trust: '이 브라우저에서 {time} 동안 다시 묻지 않기',
  trustHint: '함께 쓰는 기기에서는 선택하지 마세요.',
  trustTitle: '코드가 필요 없는 브라우저',
  trustUntil: '{date}까지 코드 필요 없음',
  trustEnd: '다시 코드 요청',
  trustLost:
    '이 브라우저에서는 로그인할 때 코드를 묻지 않습니다. 백업 코드를 사용하려면 먼저 ‘{button}’을 선택하세요.',
  trustHere: '현재 브라우저',
  trustUnknown: '알 수 없는 브라우저',
  trustBrowserOn: '{system}의 {browser}',
}

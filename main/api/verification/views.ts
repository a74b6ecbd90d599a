/** The four sights of the verification page: sign in, type the code, decide, done. */
import { type Html, html } from '../../http/htmlPage.ts';
import { VERIFICATION_PATH as path } from './path.ts';
import type { PageSession } from './sessions.ts';
import type { Problem, Texts } from './texts.ts';

export interface View {
  readonly title: string;
  readonly body: Html;
}

interface Given {
  readonly problem?: Problem | undefined;
  /** The text that was typed; never a PIN. */
  readonly value?: string;
  /** The code that the address named. */
  readonly userCode?: string;
}

export const loginView = (t: Texts, { problem, value = '', userCode = '' }: Given = {}): View => ({
  title: titleOf(t, t.title, problem),
  body: html`<h1>${t.title}</h1>
<form class="sheet" method="post" action="${path}/login">
<p>${t.loginIntro}</p>
${userCode === '' ? null : html`<input type="hidden" name="user_code" value="${userCode}">`}
${alert(t, problem)}
<label for="username">${t.username}</label>
<input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200"
 required ${value === '' ? AUTOFOCUS : null} value="${value}"${invalid(problem)}>
<label for="pin">${t.pin}</label>
<input id="pin" name="pin" type="password" autocomplete="current-password" maxlength="64" required
 ${value === '' ? null : AUTOFOCUS}${invalid(problem)}>
<div class="buttons"><button>${t.login}</button></div>
</form>`,
});

export const codeView = (t: Texts, session: PageSession, { problem, value = '' }: Given = {}): View => ({
  title: titleOf(t, t.title, problem),
  body: html`<h1>${t.title}</h1>
<form class="sheet" method="post" action="${path}/code">
${csrf(session)}
<p>${t.codeIntro}</p>
${alert(t, problem)}
<label for="code">${t.code}</label>
<input class="code" id="code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false"
 maxlength="20" required autofocus value="${value}"${invalid(problem)}>
<div class="buttons"><button>${t.next}</button></div>
</form>
${signedInAs(t, session)}`,
});

export const confirmView = (t: Texts, session: PageSession, asking: NonNullable<PageSession['asking']>): View => {
  const { device, userCode } = asking;
  return {
    title: t.confirmTitle,
    body: html`<h1>${t.confirmTitle}</h1>
<form class="sheet" method="post" action="${path}/decision">
${csrf(session)}
<input type="hidden" name="user_code" value="${userCode}">
<dl>
<dt>${t.device}</dt><dd>${device.description}</dd>
${device.store && html`<dt>${t.store}</dt><dd>${device.store.name}</dd>`}
<dt>${t.uuid}</dt><dd>${device.vendor_uid}</dd>
<dt>${t.code}</dt><dd><strong>${userCode}</strong></dd>
</dl>
<p>${t.confirmIntro}</p>
<div class="buttons">
<button name="decision" value="approve">${t.approve}</button>
<button class="second" name="decision" value="refuse">${t.refuse}</button>
<button class="second" name="decision" value="back">${t.back}</button>
</div>
</form>
${signedInAs(t, session)}`,
  };
};

export const doneView = (t: Texts, session: PageSession, decided: NonNullable<PageSession['decided']>): View => {
  const { approved, device } = decided;
  const title = approved ? t.approvedTitle : t.refusedTitle;
  return {
    title,
    body: html`<div role="status"><h1 class="${approved ? 'right' : 'wrong'}">${title}</h1></div>
<div class="sheet">
<dl><dt>${t.device}</dt><dd>${device.description}</dd></dl>
<p>${approved ? t.approved : t.refused}</p>
<form class="buttons" method="get" action="${path}"><button>${t.another}</button></form>
</div>
${signedInAs(t, session)}`,
  };
};

const AUTOFOCUS = html`autofocus`;

/** A screen reader hears the title first. */
const titleOf = (t: Texts, title: string, problem: Problem | undefined) => (problem ? `${t.error}: ${title}` : title);

const alert = (t: Texts, problem: Problem | undefined) =>
  problem && html`<p class="wrong" id="problem" role="alert">${t[problem]}</p>`;

const invalid = (problem: Problem | undefined) => problem && html` aria-invalid="true" aria-describedby="problem"`;

const csrf = ({ csrf: token }: PageSession) => html`<input type="hidden" name="csrf" value="${token}">`;

const signedInAs = (t: Texts, session: PageSession) => html`
<form class="buttons" method="post" action="${path}/logout">
${csrf(session)}
<p class="quiet">${t.signedInAs} ${session.staff.name}</p>
<button class="second">${t.logout}</button>
</form>`;

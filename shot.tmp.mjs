import { createServer } from 'node:http';
import { chromium } from '@playwright/test';
const b = await chromium.launch({executablePath:'/usr/bin/chromium', args:['--use-angle=swiftshader','--enable-unsafe-swiftshader']});
const page = await b.newPage({viewport:{width:1280,height:1500}});
page.on('console', m=>console.log(m.type(), m.text().slice(0,150)));
const base='http://127.0.0.1:8945';
const f=(l,q,w,h)=>`<iframe src="${base}/${l}/embed?${q}" width=${w} height=${h} style="border:1px solid #999;margin:6px"></iframe>`;
const v='view=42.5,22,5z';
const html=f('en',v,300,200)+f('ru',v,300,200)+f('bg',v+'&theme=dark',300,200)+f('ru','',480,360)+f('bg',v+'&minutes=10&theme=dark',480,360)+f('en',v,1200,520);
const srv=createServer((q,r)=>{r.setHeader('content-type','text/html');r.end(html)}).listen(8941);
await page.goto('http://localhost:8941/');
await page.waitForTimeout(14000);
await page.screenshot({path:'/tmp/hb-embed.png'});
await b.close();

srv.close();
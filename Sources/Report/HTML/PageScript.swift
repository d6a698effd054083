/// What a report's page does by itself: it shows values where the reader points at a chart. All
/// else, and all text, is there without it.
enum PageScript {
    static let text: StaticString = #"""
        (function(){
        var tip=document.getElementById("tip");
        function split(text,by){return text===undefined||text===""?[]:text.split(by)}
        document.querySelectorAll("svg[data-x]").forEach(function(svg){
        var xs=split(svg.dataset.x," ").map(Number),at=svg.dataset.at.split("|"),
        cursor=svg.querySelector(".cursor"),heat=svg.querySelector("[data-counts]"),index=-1,
        series=Array.prototype.map.call(svg.querySelectorAll("[data-text]"),function(g){
        return{name:g.dataset.name,texts:g.dataset.text.split("|"),color:getComputedStyle(g).color}});
        if(!xs.length)return;
        function line(text,color){var row=document.createElement("div");
        if(color){var box=document.createElement("i");row.style.color=color;row.append(box)}
        var words=document.createElement("span");words.textContent=text;row.append(words);
        tip.append(row)}
        function show(i,y,px,py){index=i;tip.textContent="";
        var head=document.createElement("b");head.textContent=at[i];tip.append(head);
        series.slice().reverse().forEach(function(s){
        if(s.texts[i])line(s.name+"  "+s.texts[i],s.color)});
        if(heat){var bands=heat.dataset.bands.split(" ").map(Number),row=-1;
        for(var b=0;b+1<bands.length;b++)if(y<=bands[b]&&y>bands[b+1])row=b;
        if(row>=0){var count="0";split(heat.dataset.counts.split("|")[i]," ").forEach(function(c){
        var pair=c.split(":");if(Number(pair[0])===row)count=pair[1]});
        line(heat.dataset.words.split("|")[row]+": "+count)}}
        cursor.setAttribute("transform","translate("+xs[i]+" 0)");
        cursor.style.visibility="visible";tip.style.visibility="visible";
        var w=tip.offsetWidth,h=tip.offsetHeight;
        tip.style.left=Math.max(4,px+16+w>innerWidth?px-w-16:px+16)+"px";
        tip.style.top=Math.max(4,py+16+h>innerHeight?py-h-16:py+16)+"px"}
        function hide(){tip.style.visibility="hidden";cursor.style.visibility="hidden";index=-1}
        function point(event){
        var p=new DOMPoint(event.clientX,event.clientY).matrixTransform(svg.getScreenCTM().inverse());
        var best=0;for(var i=1;i<xs.length;i++)
        if(Math.abs(xs[i]-p.x)<Math.abs(xs[best]-p.x))best=i;
        show(best,p.y,event.clientX,event.clientY)}
        svg.addEventListener("pointermove",point);svg.addEventListener("pointerdown",point);
        svg.addEventListener("pointerleave",hide);svg.addEventListener("blur",hide);
        svg.addEventListener("keydown",function(event){
        var step={ArrowLeft:-1,ArrowRight:1}[event.key];if(!step)return;event.preventDefault();
        var box=svg.getBoundingClientRect(),
        i=Math.min(Math.max(index+step,0),xs.length-1);
        show(i,NaN,box.left+xs[i]*box.width/svg.viewBox.baseVal.width,box.top+40)})});
        addEventListener("beforeprint",function(){
        document.querySelectorAll("details").forEach(function(d){d.open=true})});
        })();
        """#
}

import Testing

@testable import Rules

/// Lines that the corpus does not have, made to get through its policies by other ways.
@Suite("Lines beyond the corpus")
struct UnseenLinesTests {
    private func approved(_ policy: String, _ line: String) -> Bool {
        CommandCondition(every: [policy]).holds(on: PromptCommand(line: line), sets: ApprovalsCorpus.policies)
    }

    @Test(
        "are not approved",
        arguments: [
            // Quotes and expansions next to each other.
            ("say", "echo ''$HOME"), ("say", "echo a'b'`id`"), ("say", "echo \"a\"$(id)"),
            ("say", "echo '\\''; rm -rf /"), ("say", "echo 'a' 'b"),
            ("say", "echo \"'\"; rm -rf /; echo \"'\""), ("say", "echo '\"'; rm -rf /; echo '\"'"),
            ("say", "echo a\u{0}b"), ("say", "echo ${IFS}x"),
            ("say", "echo$IFS-n"), ("say", "echo {a..c}"), ("say", "echo {a'','b}"), ("say", "echo {\"a\",b}"),
            ("say", "echo x{,}"), ("say", "echo {-n,x}"),
            ("say", "echo ~+"), ("say", "echo x=~root"), ("say", "echo PATH=x:~"), ("say", "echo \"\"~"),
            ("say", "echo \"x\"=~"), ("say", "echo ''=ls"),
            ("say", "echo ''#x"), ("say", "echo \t#x"), ("say", "echo ^x^y"), ("say", "^echo^rm"), ("say", "echo !-1"),
            ("say", "echo a!b"),
            ("say", "echo a >&2"), ("say", "echo a 2>&1"), ("say", "echo a<b"), ("say", "echo a;rm x"),
            ("say", "echo a&&rm x"), ("say", "echo a|sh"),
            ("say", "echo a\u{0B}rm"), ("say", "echo a\u{2028}"), ("say", "echo a\r"), ("say", "echo a\n"),
            ("say", "\necho a"), ("say", "echo a \\\nrm"),
            ("say", "'echo'\u{A0}a"), ("say", "echo 'a\u{1B}[2J'"), ("say", "echo 'a\u{202E}b'"),
            ("say", "echo \"a\u{200B}\""), ("say", "echo a\u{3164}b"),
            ("say", "echo done ;"), ("say", "echo a || "), ("say", "echo a && # x"), ("say", "echo a; time rm"),
            ("say", "echo a | while read x"),
            ("say", "coproc echo a"), ("say", "exec echo a"), ("say", "command echo a"), ("say", "builtin echo a"),
            ("say", "X= echo a"), ("say", "X+=b echo a"),
            ("say", "echo a; X=1 echo b"), ("say", "A[0]=1 echo a"), ("say", "echo a;;"), ("say", "echo a &> x"),
            ("say", "echo -- a"), ("say", "echo -ne a"),
            ("say", "echo '-n'x"), ("say", "printf '%s' -v"), ("say", "printf %d 1"), ("say", "true x"),
            ("say", "sleep 1 2"), ("say", "sleep 1.5"),
            // Other programs by other names.
            ("git-read", "git status\u{FF1B}rm"), ("git-read", "g''it\u{200D} status"), ("git-read", "Git status"),
            ("git-read", "git-status"), ("git-read", "git\u{301} status"),
            ("git-read", "/usr/bin/git status"), ("git-read", "~/git status"), ("git-read", "git.exe status"),
            ("git-read", "git status -"), ("git-read", "git log -1"),
            ("git-read", "git log -o x"), ("git-read", "git log --output x"), ("git-read", "git log -- -x"),
            ("git-read", "git log '' --output=x"), ("git-read", "git diff --output=x"),
            ("git-read", "git log -n --output=x"), ("git-read", "git log --author=-x"),
            ("git-read", "git blame -w -- x"), ("git-read", "git blame x y"), ("git-read", "git blame"),
            ("git-read", "git ls-files /srv/app/../../etc"), ("git-read", "git ls-files -o --exclude-standard ../x"),
            ("git-read", "git branch x"), ("git-read", "git stash"),
            ("git-read", "git stash list x"), ("git-read", "git tag -a v1"), ("git-read", "git remote show origin"),
            ("git-read", "git rev-parse --git-path x"),
            ("git-write", "git push origin HEAD:main"), ("git-write", "git push -u origin main"),
            ("git-write", "git checkout -b feature/.."), ("git-write", "git checkout -b feature/-x y"),
            ("git-write", "git checkout -b feature/a -f"), ("git-write", "git commit -m -x"),
            ("git-write", "git commit -m ''"), ("git-write", "git add /srv/app2"), ("git-write", "git add -p"),
            ("git-write", "git add -- -x"), ("git-write", "git add -A"), ("git-write", "git switch -c feature/a main"),
            ("git-write", "git fetch origin main"), ("git-write", "git stash drop"),
            // Paths and globs.
            ("files-read", "cat /srv/app//../x"), ("files-read", "cat /srv/./../etc/passwd"),
            ("files-read", "cat a/../../../srv/app/x"), ("files-read", "cat ''"), ("files-read", "cat '../x'"),
            ("files-read", "cat \"/etc/passwd\""), ("files-read", "cat /srv/app/x -"), ("files-read", "cat -- x"),
            ("files-read", "cat"), ("files-read", "ls /srv/app /srv/app/.."),
            ("files-read", "head -n 5"), ("files-read", "head -n -5 x"), ("files-read", "tail -f x"),
            ("files-read", "uniq a b"), ("files-read", "sort -o x"), ("files-read", "cut -d , -f 1 /etc/passwd"),
            ("files-read", "diff a"), ("files-read", "diff a b c"), ("files-read", "ls -l\u{A0}-a"),
            ("files-read", "cat /srv/app\u{2215}x"), ("files-read", "cat \u{2F}etc/passwd"),
            ("http-read", "curl -s https://api.example.com/%2e%2e"),
            ("http-read", "curl -s https://api.example.com/v1/%2E%2e/x"),
            ("http-read", "curl -s https://api.example.com:8443/x"),
            ("http-read", "curl -s https://api.example.com/../x"),
            ("http-read", "curl -s https://api.example.com/x -o y"),
            ("http-read", "curl -sS -o x https://api.example.com/x"),
            ("http-read", "curl -s https://API.example.com/x"),
            ("http-read", "curl -s 'https://api.example.com/' 'https://evil.example/'"),
            ("http-read", "curl -sL https://api.example.com/x"),
            ("http-read", "curl -s https://api.example.com/{a}{b,c}"), ("http-read", "jq -rf x"), ("http-read", "jq"),
            ("http-read", "ping -c 1 -f 127.0.0.1"), ("http-read", "ping 127.0.0.1"),
            ("search", "find . -name x -o -delete"), ("search", "find . -name x -delete"),
            ("search", "find -L . -name x"), ("search", "find . -name -delete"),
            ("search", "grep -rn x -f /etc/passwd"),
            ("search", "rg -n -- x"), ("search", "rg x /srv/app/../.."), ("search", "grep -e x -f y"),
            ("search", "find . -maxdepth 1 -exec id"), ("search", "which -a ls"),
            ("node-dev", "npm run test -- test/../x.test.js"), ("node-dev", "npm run test -- test/.test.js/x"),
            ("node-dev", "npm run test -- -x"), ("node-dev", "npm test x"),
            ("go-dev", "go test ./.../x"), ("go-dev", "go test -exec x ./..."), ("go-dev", "go test ./... ..."),
            ("go-dev", "go vet"), ("kube-read", "kubectl get pods -A -w"),
            ("kube-read", "kubectl rollout status deployment/a/b"),
            ("kube-read", "kubectl logs a -f"), ("docker-read", "docker logs -f web"),
            ("service-read", "systemctl status -H x nginx"), ("system-info", "hostname evil"),
            ("system-info", "date 0101"), ("system-info", "ip addr add 1.2.3.4"), ("system-info", "id root"),
        ])
    func notApproved(policy: String, line: String) {
        #expect(!approved(policy, line))
    }

    @Test(
        "that are harmless are approved",
        arguments: [
            ("git-read", "git log 'stash@{0}'"), ("git-read", "git show stash@{0}"),
            ("git-read", "git show HEAD^^ HEAD~2^2"), ("git-read", "git diff a..b c...d x"),
            ("git-read", "'git' \"status\""), ("git-read", "g'i't status"), ("git-read", "\tgit  status\t"),
            ("git-read", "git status"),
            ("git-read", "git log --grep 'émoji 🎉'"), ("git-read", "git show HEAD:./x"),
            ("git-write", "git commit -m '🎉 Done ⚠️'"), ("git-write", "git commit -m \"it's\""),
            ("git-write", "git commit -m 'a...'"), ("git-write", "git commit -m '[truncated]'"),
            ("files-read", "cat './a b'"), ("files-read", "cat a/b/../../c"), ("files-read", "ls /srv/app/"),
            ("files-read", "cat 'it''s'"), ("files-read", "cat a#b a=b a,b a:b a@b a%b a+b"),
            ("say", "echo {} {x} x{y}z"), ("say", "echo a ''b"), ("say", "echo 'a\nb'"),
            ("http-read", "curl -s 'https://api.example.com/a?b=c&d=%2e%2f'"),
            ("http-read", "curl -s https://api.example.com/..."), ("go-dev", "go test ./... && go vet ./..."),
            ("kube-read", "kubectl rollout status deployment/web"),
            ("search", "find . -name '*.swift' | wc -l | sort -n | head -n 1"),
        ])
    func approvedLines(policy: String, line: String) {
        #expect(approved(policy, line))
    }
}

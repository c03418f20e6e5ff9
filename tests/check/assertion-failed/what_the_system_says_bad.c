// Names and kinds that the system gives are of a form; only lstat tells of a link.
#include <assert.h>
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    assert(getpgid(0) != -1);
    char small[1];
    assert(getcwd(small, sizeof small) == NULL);
    const char *terminal = ttyname(0);
    if (terminal)
        assert(strrchr(terminal, '/') != NULL);
    const char *user = getlogin();
    if (user)
        assert(*user != '\0');
    DIR *directory = opendir(".");
    if (!directory)
        return 1;
    struct dirent *entry = readdir(directory);
    if (entry)
        assert(!strchr(entry->d_name, '/') && entry->d_ino != 0);
    closedir(directory);
    struct stat file;
    if (lstat("x", &file) != 0)
        return 1;
    assert(!S_ISLNK(file.st_mode)); // expect: assertion-failed
    return 0;
}

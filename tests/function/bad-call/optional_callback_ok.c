// Progress is reported to a callback, if there is one.
#include <stddef.h>

typedef int (*progress)(void *context, int percent);

struct job {
    int percent;
    progress tell;
    void *context;
};

int step(struct job *job) {
    job->percent++;
    if (job->tell != NULL)
        return job->tell(job->context, job->percent);
    return 0;
}

int finish(struct job *job) {
    job->percent = 100;
    return job->tell(job->context, 100);
}

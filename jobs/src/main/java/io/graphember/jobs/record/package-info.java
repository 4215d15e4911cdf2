// SPDX-License-Identifier: Apache-2.0
/** What the cluster keeps of a job, so that another node can go on or begin with it. */
@NullMarked
package io.graphember.jobs.record;

import org.jspecify.annotations.NullMarked;

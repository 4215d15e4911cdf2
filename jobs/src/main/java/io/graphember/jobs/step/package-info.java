// SPDX-License-Identifier: Apache-2.0
/** Steps that all partitions of a job compute together: what their nodes send one another. */
@NullMarked
package io.graphember.jobs.step;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** How a job is taken, and its coordinator from beginning to end. */
@NullMarked
package io.graphember.jobs.submit;

import org.jspecify.annotations.NullMarked;

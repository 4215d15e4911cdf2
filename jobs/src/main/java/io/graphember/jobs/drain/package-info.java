// SPDX-License-Identifier: Apache-2.0
/** Which nodes take new work. */
@NullMarked
package io.graphember.jobs.drain;

import org.jspecify.annotations.NullMarked;

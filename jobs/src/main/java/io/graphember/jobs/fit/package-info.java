// SPDX-License-Identifier: Apache-2.0
/** Whether a job fits its graph, asked before anything is loaded. */
@NullMarked
package io.graphember.jobs.fit;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** The native memory that engines and jobs of a node take. */
@NullMarked
package io.graphember.jobs.footprint;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Which tensor engines are installed, and which one a job uses. */
@NullMarked
package io.graphember.jobs.backend;

import org.jspecify.annotations.NullMarked;

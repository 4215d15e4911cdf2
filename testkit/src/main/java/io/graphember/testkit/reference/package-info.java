// SPDX-License-Identifier: Apache-2.0
/**
 * Every model in plain Java loops and double precision: the judge of the other backends, and a
 * backend for tests that need one without a native engine. Nothing here is fast.
 */
@NullMarked
package io.graphember.testkit.reference;

import org.jspecify.annotations.NullMarked;

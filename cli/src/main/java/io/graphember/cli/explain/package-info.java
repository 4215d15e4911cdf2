// SPDX-License-Identifier: Apache-2.0
/** What error codes mean and what to do about them, for people. */
@NullMarked
package io.graphember.cli.explain;

import org.jspecify.annotations.NullMarked;

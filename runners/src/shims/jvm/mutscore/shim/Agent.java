package mutscore.shim;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Lets a cold run change classes as they are loaded: for observed runs, and for those with emptied steps. */
public final class Agent {
    private static Instrumentation instrumentation;
    private static volatile Throwable failure;

    private Agent() {
    }

    /** Called by the JVM before anything of the project is loaded. */
    public static void premain(String arguments, Instrumentation given) {
        instrumentation = given;
    }

    /** A failure to change a class; the JVM itself would pass over it. */
    static Throwable failure() {
        return failure;
    }

    static void apply(Scope scope, Change change) {
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> before, ProtectionDomain domain,
                byte[] bytes) {
                if (name == null || scope.source(name.replace('/', '.')) == null) {
                    return null;
                }
                try {
                    return change.of(name.replace('/', '.'), bytes);
                } catch (Throwable error) {
                    failure = error;
                    return null;
                }
            }
        });
    }

    /** What becomes of a class of the project. */
    interface Change {
        byte[] of(String className, byte[] bytes);

        /** For an observed run. */
        static Change observing(Scope scope) {
            return (name, bytes) -> scope.isProduction(name) ? Transform.observed(bytes, scope.source(name)) : bytes;
        }

        /** For a run in which the bodies of Then steps do nothing. */
        static Change stripping(Scope scope) {
            return (name, bytes) -> scope.isProduction(name) ? bytes : Transform.silenceable(bytes);
        }
    }
}
